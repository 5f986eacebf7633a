package consent

type PluginApproval struct { // ok: extension-consent
	Name string
}

func trustPlugin(name string) bool { // expect: extension-consent
	return name != ""
}

func trustFriend(name string) bool { // ok: extension-consent
	return name != ""
}
