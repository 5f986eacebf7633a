package demo

func setup(mux Mux) {
	mux.HandleFunc("/webhook/tickets", handler) // expect: public-trigger
	mux.HandleFunc("/health", handler)          // ok: public-trigger
	mux.HandleFunc("/callback", handler)        // ok: public-trigger
}
