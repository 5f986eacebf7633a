package tools

import (
	"encoding/json"
	"slices"
	"testing"

	"example.org/ops-pilot/internal/confirm"
)

func TestKubectlRefuses(t *testing.T) {
	tool := &Kubectl{Namespace: "shop"}
	for _, arguments := range []string{
		`{"verb":"exec","args":["pod","--","sh"]}`,
		`{"verb":"get","args":["pods","--as=admin"]}`,
		`{"verb":"get","args":["--kubeconfig","/tmp/x"]}`,
		`{"verb":"apply","args":["-f","/etc/passwd"]}`,
	} {
		if _, _, _, err := tool.Prepare(json.RawMessage(arguments)); err == nil {
			t.Errorf("%s was not refused", arguments)
		}
	}
}

func TestKubectlCommand(t *testing.T) {
	tool := &Kubectl{Namespace: "shop", Impersonate: "system:serviceaccount:ops:ops-pilot"}
	command, _, risk, err := tool.Prepare(json.RawMessage(`{"verb":"delete","args":["pod","a"]}`))
	if err != nil || risk != confirm.Destroy {
		t.Fatal(err, risk)
	}
	want := []string{"kubectl", "delete", "--namespace", "shop", "--as", "system:serviceaccount:ops:ops-pilot", "pod", "a"}
	if !slices.Equal(command, want) {
		t.Errorf("got %q", command)
	}
}
