// Package api is the way in.
package api

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/golang-jwt/jwt/v5"

	"example.org/ops-keeper/internal/llm"
	"example.org/ops-keeper/internal/manager"
)

const largestBody = 64 << 10

// Server answers requests.
type Server struct {
	Loop       *llm.Loop
	Manager    *manager.Manager
	Proposals  map[string]*manager.Proposal
	JWTKey     []byte
	WebhookKey []byte
}

type claims struct {
	Role string `json:"role"`
	jwt.RegisteredClaims
}

// Handler has all routes.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/incidents", s.incident)
	mux.HandleFunc("POST /v1/proposals/{id}/approve", s.approve)
	mux.HandleFunc("POST /hooks/alerts", s.alert)
	return mux
}

// principal reads the bearer token.
func (s *Server) principal(r *http.Request) (*claims, error) {
	token, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !found {
		return nil, errors.New("no bearer token")
	}
	own := &claims{}
	_, err := jwt.ParseWithClaims(token, own, func(*jwt.Token) (any, error) { return s.JWTKey, nil },
		jwt.WithValidMethods([]string{"HS256"}), jwt.WithExpirationRequired())
	return own, err
}

// requireRole refuses whoever does not have the role.
func requireRole(own *claims, role string) error {
	if own.Role != role {
		return errors.New("the role is missing")
	}
	return nil
}

// verifySignature compares the signature of the sender with that of the body.
func (s *Server) verifySignature(header string, body []byte) bool {
	mac := hmac.New(sha256.New, s.WebhookKey)
	mac.Write(body)
	given, err := hex.DecodeString(header)
	return err == nil && hmac.Equal(mac.Sum(nil), given)
}

func (s *Server) incident(w http.ResponseWriter, r *http.Request) {
	own, err := s.principal(r)
	if err != nil {
		http.Error(w, "unauthorized", http.StatusUnauthorized)
		return
	}
	var request struct{ ID, Text string }
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, largestBody)).Decode(&request); err != nil {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	s.start(w, r.Context(), request.ID, own.Subject, request.Text)
}

func (s *Server) alert(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestBody))
	if err != nil || !s.verifySignature(r.Header.Get("X-Signature"), body) {
		http.Error(w, "unauthorized", http.StatusUnauthorized)
		return
	}
	s.start(w, r.Context(), r.Header.Get("X-Alert"), "webhook", string(body))
}

func (s *Server) start(w http.ResponseWriter, ctx context.Context, runID, _, text string) {
	answer, err := s.Loop.Run(ctx, runID, "investigate", "investigator", text)
	if err != nil {
		http.Error(w, "failed", http.StatusInternalServerError)
		return
	}
	_, _ = io.WriteString(w, answer)
}

func (s *Server) approve(w http.ResponseWriter, r *http.Request) {
	own, err := s.principal(r)
	if err == nil {
		err = requireRole(own, "approver")
	}
	proposal := s.Proposals[r.PathValue("id")]
	if err != nil || proposal == nil {
		http.Error(w, "forbidden", http.StatusForbidden)
		return
	}
	if err := s.Manager.Approve(r.Context(), proposal, own.Subject); err != nil {
		http.Error(w, "not recorded", http.StatusInternalServerError)
		return
	}
	result, err := s.Manager.Dispatch(r.Context(), proposal.ID, proposal)
	if err != nil {
		http.Error(w, "refused", http.StatusConflict)
		return
	}
	_, _ = io.WriteString(w, result)
}
