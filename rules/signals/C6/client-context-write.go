package kube

import "k8s.io/client-go/tools/clientcmd"

func use(access clientcmd.ConfigAccess, config api.Config) {
	clientcmd.ModifyConfig(access, config, true) // expect: client-context-write
	clientcmd.LoadFromFile("config") // ok: client-context-write
}
