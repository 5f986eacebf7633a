package mem

func DeleteSession(id string) {} // expect: state-expiry

func RenameSession(id string) {} // ok: state-expiry
