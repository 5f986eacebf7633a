package demo

func flags(set *pflag.FlagSet) {
	set.String("toolsets", "all", "groups of tools") // expect: every-tool-selected
	set.String("endpoint", "all", "place")           // ok: every-tool-selected
}
