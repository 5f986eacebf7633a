package agent

import java.nio.file.Path
import java.util.concurrent.TimeUnit

class ShellTool(private val folder: Path) {
    fun run(command: String): String {
        print("Run `$command`? [y/N] ")
        if (readlnOrNull()?.trim()?.lowercase() != "y") return "The user said no."
        val process = ProcessBuilder("sh", "-c", command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start()
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly()
            return "stopped after 60 seconds"
        }
        return process.inputStream.bufferedReader().readText().take(20_000)
    }
}
