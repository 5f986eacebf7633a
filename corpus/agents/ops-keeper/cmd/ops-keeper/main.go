// Command ops-keeper looks after database pools with a language model.
package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	openai "github.com/sashabaranov/go-openai"

	"example.org/ops-keeper/internal/api"
	"example.org/ops-keeper/internal/contract"
	"example.org/ops-keeper/internal/ledger"
	"example.org/ops-keeper/internal/llm"
	"example.org/ops-keeper/internal/manager"
	"example.org/ops-keeper/internal/tools"
)

func main() {
	if err := serve(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "ops-keeper:", err)
		os.Exit(1)
	}
}

func serve(args []string) error {
	flags := flag.NewFlagSet("ops-keeper", flag.ContinueOnError)
	path := flags.String("contract", contract.DefaultPath, "what a repair has to meet")
	address := flags.String("listen", "127.0.0.1:8080", "address to listen on")
	model := flags.String("model", "gpt-4o", "model to ask")
	if err := flags.Parse(args); err != nil {
		return err
	}
	rules, err := contract.Load(*path)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	pool, err := pgxpool.New(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		return err
	}
	defer pool.Close()
	log, box := ledger.Open(pool), tools.NewBox(pool)
	lead := manager.New(rules, log, box)
	loop := &llm.Loop{Client: openai.NewClient(os.Getenv("OPENAI_API_KEY")), Model: *model, Manager: lead, Box: box, Ledger: log}
	server := &http.Server{
		Addr: *address,
		Handler: (&api.Server{
			Loop: loop, Manager: lead, Proposals: map[string]*manager.Proposal{},
			JWTKey: []byte(os.Getenv("OPS_KEEPER_JWT_KEY")), WebhookKey: []byte(os.Getenv("OPS_KEEPER_WEBHOOK_KEY")),
		}).Handler(),
		ReadTimeout: 10 * time.Second, WriteTimeout: 5 * time.Minute,
	}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	return server.ListenAndServe()
}
