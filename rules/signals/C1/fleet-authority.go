package demo

import (
	"fmt" // ok: fleet-authority

	"k8s.io/client-go/kubernetes" // expect: fleet-authority
)

var _ = fmt.Sprint
var _ kubernetes.Interface
