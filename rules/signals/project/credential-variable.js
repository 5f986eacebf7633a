const options = {
  accessToken: load(), // expect: credential-variable
  accessPage: load(), // ok: credential-variable
};

module.exports = { options };
