package box

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes"
)

func inspect(ctx context.Context, client kubernetes.Interface) {
	spec := corev1.PodSpec{HostPID: true} // expect: privileged-pod
	quiet := corev1.PodSpec{HostPID: false} // ok: privileged-pod
	client.CoreV1().Pods("a").Create(ctx, &corev1.Pod{Spec: spec}, options(quiet))
}
