import simpleGit from "simple-git"; // expect: repository-library
import simple from "simple"; // ok: repository-library

export { simpleGit, simple };
