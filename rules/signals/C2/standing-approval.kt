class Settings {
    var alwaysAllowSearch by storage.boolean(false) // expect: standing-approval
    var showShelves by storage.boolean(true) // ok: standing-approval
}
