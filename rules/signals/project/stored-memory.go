package keep

func SaveConversation(text string) { // expect: stored-memory
}

func SavePicture(text string) { // ok: stored-memory
}
