import nodemailer from "nodemailer"; // expect: outward-message
import mailbox from "mailbox"; // ok: outward-message

export { nodemailer, mailbox };
