import { posix } from 'node:path'

/** `target` is a path from the repository root or a package name. */
export type Import = { specifier: string; target: string; isFile: boolean; isFound: boolean }

export type SourceFile = { file: string; text: string; lines: number; imports: Import[]; hasComputedImport: boolean }

/** The imports in package.json, which map `#server/*` to `./src/server/*`, for example. */
export type Aliases = Record<string, string>

export type Tree = { aliases: Aliases; exists: (path: string) => boolean }

// Only comments on their own line are matched. Others would need a parser, and finding too many imports is safer than
// finding too few.
const comments = /^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm

// These patterns rely on formatted code: statements start on a new line, and specifiers are plain strings.
const waysToImport = [
  /^\s*import\s+(?:[^'"();=]*?\sfrom\s+)?['"]([^'"]+)['"]/gm,
  /^\s*export\s[^'"();=]*?\sfrom\s+['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"$]+)['"]/g,
  // Workers are loaded by URL.
  /\bnew URL\(\s*['"]([^'"$]+\.tsx?)['"],\s*import\.meta\.url/g,
]

const computedImport = /\bimport\((?!\s*['"][^'"$]+['"])/

export const readCode = (text: string) => text.replace(comments, '')

export function readImports(text: string): string[] {
  const code = readCode(text)
  return waysToImport.flatMap((way) => [...code.matchAll(way)].map((match) => match[1] ?? ''))
}

export function toSourceFile(file: string, text: string, tree: Tree): SourceFile {
  return {
    file,
    text,
    lines: text.split('\n').length - 1,
    imports: readImports(text).map((specifier) => resolveImport(file, specifier, tree)),
    hasComputedImport: computedImport.test(readCode(text)),
  }
}

function resolveImport(file: string, specifier: string, { aliases, exists }: Tree): Import {
  if (!/^[.#/]/.test(specifier)) return { specifier, target: specifier, isFile: false, isFound: true }
  // Strip the query, which tells Vite how to load the file.
  const address = specifier.replace(/\?.*$/, '')
  const target = address.startsWith('.') ? posix.join(posix.dirname(file), address) : followAlias(address, aliases)
  return { specifier, target, isFile: true, isFound: exists(target) }
}

function followAlias(address: string, aliases: Aliases): string {
  for (const [alias, folder] of Object.entries(aliases)) {
    const prefix = alias.replace('*', '')
    if (address.startsWith(prefix)) return posix.join(folder.replace('*', ''), address.slice(prefix.length))
  }
  return address
}
