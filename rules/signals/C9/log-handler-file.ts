import winston from "winston";

export const desk = winston.createLogger({
  transports: [new winston.transports.File({ filename: "desk.log" })], // expect: log-handler-file
});
export const shown = winston.createLogger({
  transports: [new winston.transports.Console()], // ok: log-handler-file
});
