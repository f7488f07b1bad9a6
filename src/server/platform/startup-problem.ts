/** Something that whoever starts the server can put right; its sentence says how, and no stack is shown. */
export class StartupProblem extends Error {}
