FROM denoland/deno:2
# expect: capability-runtime
RUN deno run -A jsr:@langchain/pyodide-sandbox -c "1"
# ok: capability-runtime
RUN deno run -A jsr:@std/http/file-server
