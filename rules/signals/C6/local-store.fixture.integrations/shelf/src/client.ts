const rows = new QdrantClient({ url: "https://shelf.example" }); // ok: local-store
