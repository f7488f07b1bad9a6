/** The command line wasn't understood. The command exits with code 2. */
export class Misuse extends Error {}

/** A problem with a file on this computer. Other files can still be sent. */
export class FileProblem extends Error {
  constructor(code, message) {
    super(message)
    this.code = code
  }
}

/** The server answered with an error. `message` is the server's own sentence. */
export class ServerError extends Error {
  constructor(status, { code, message }) {
    super(message)
    this.status = status
    this.code = code
  }
}

export class Unreachable extends Error {
  code = 'UNREACHABLE'
}

/** Something on this computer stops the whole command: a full disk, a damaged export. */
export class Stopped extends Error {
  constructor(code, message) {
    super(message)
    this.code = code
  }
}

const noPermission = new Set(['EACCES', 'EPERM'])

export function toFileProblem(error) {
  if (error instanceof FileProblem) return error
  if (error.code === 'ENOENT') return new FileProblem('MISSING', 'It no longer exists.')
  if (noPermission.has(error.code)) return new FileProblem('UNREADABLE', "You don't have permission to read it.")
  return new FileProblem('UNREADABLE', `It couldn't be read (${error.code ?? error.message}).`)
}
