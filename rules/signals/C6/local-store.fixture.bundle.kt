import android.os.Bundle // ok: local-store

fun keep(values: Bundle) {
    values.putBoolean("ask", true)
}
