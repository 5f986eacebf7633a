import javax.script.ScriptEngineManager

fun run(code: String) {
    val engine = ScriptEngineManager().getEngineByName("kotlin") // expect: in-process-code
    parser.eval(code) // ok: in-process-code
}
