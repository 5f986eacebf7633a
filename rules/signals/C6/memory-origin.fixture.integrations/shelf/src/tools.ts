keep({ sourceUrl: page.url }); // ok: memory-origin
