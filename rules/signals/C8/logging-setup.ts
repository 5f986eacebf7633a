import pino from "pino";
import winston from "winston";

const log = winston.createLogger({ level: "info" }); // expect: logging-setup
const other = pino({ level: "info" }); // expect: logging-setup

export function createLogger(scope: string) { // expect: logging-setup
  return other.child({ scope });
}

log.info("ready"); // ok: logging-setup
