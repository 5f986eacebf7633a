use lettre::SmtpTransport; // expect: outward-message
use letters::Mail; // ok: outward-message
