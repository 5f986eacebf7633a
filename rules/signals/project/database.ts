import { drizzle } from "drizzle-orm/node-postgres"; // expect: database
import { rain } from "rain"; // ok: database

export { drizzle, rain };
