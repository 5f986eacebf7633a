import java.util.prefs.Preferences // expect: local-store

fun keep(values: Preferences) {
    values.putBoolean("ask", true)
}
