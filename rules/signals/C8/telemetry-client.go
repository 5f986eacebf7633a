package stats

import (
	"fmt"

	"github.com/posthog/posthog-go" // expect: telemetry-client
)

func start() {
	posthog.New("k") // expect: telemetry-client
	fmt.Println("x") // ok: telemetry-client
}
