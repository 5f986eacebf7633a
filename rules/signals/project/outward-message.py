import smtplib  # expect: outward-message
import small  # ok: outward-message
