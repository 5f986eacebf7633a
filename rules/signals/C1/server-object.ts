import express from "express";

const app = express(); // expect: server-object
app.get("/", () => {}); // ok: server-object
