int run(lua_State *state, const std::string &code) {
  luaL_dostring(state, code.c_str()); // expect: in-process-code
  return eval(code); // ok: in-process-code
}
