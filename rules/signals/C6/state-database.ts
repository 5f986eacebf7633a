const { PrismaClient } = require("@prisma/client"); // expect: state-database
const db = new PrismaClient(); // expect: state-database
const list = new Listing(); // ok: state-database
