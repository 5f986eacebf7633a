int run(lua_State *state, const char *code) {
  luaL_dostring(state, code); // expect: in-process-code
  return eval(code); // ok: in-process-code
}
