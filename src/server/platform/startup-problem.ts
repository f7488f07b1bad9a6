/** Something that the operator can put right; its sentence says how, and no stack is shown. */
export class StartupProblem extends Error {}
