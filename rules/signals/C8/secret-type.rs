use secrecy::SecretString; // expect: secret-type
use std::string::String; // ok: secret-type
