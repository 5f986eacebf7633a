import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

import type { Config } from "../config.js";
import { logged, text } from "../log.js";

export function toText(html: string): string {
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/gi, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Text of somebody else, with where it comes from. */
function fenceUntrustedContent(source: string, page: string): string {
  return JSON.stringify({ source, untrusted: true, page });
}

export function registerFetchTool(server: McpServer, config: Config): void {
  server.registerTool(
    "fetch_page",
    {
      description: "Text of a web page, to take notes from.",
      inputSchema: { url: z.string().url().max(2_000).startsWith("https://") },
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    async ({ url }) =>
      logged("fetch_page", async () => {
        const response = await fetch(url, { signal: AbortSignal.timeout(config.fetchTimeoutMs) });
        if (!response.ok || !response.body) {
          throw new Error(`the page answered ${response.status}`);
        }
        const chunks: Uint8Array[] = [];
        let size = 0;
        for await (const chunk of response.body) {
          size += chunk.byteLength;
          if (size > config.maxPageBytes) {
            throw new Error("the page is too large");
          }
          chunks.push(chunk);
        }
        return text(fenceUntrustedContent(url, toText(Buffer.concat(chunks).toString("utf8"))));
      }),
  );
}
