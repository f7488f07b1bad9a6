import { readFileSync, writeFileSync } from 'node:fs'
import { settingGroups } from '#server/config/settings.ts'
import { inRoot } from './paths.mjs'

const marked = /(<!-- settings:.*?-->\n).*?(<!-- \/settings -->)/s

const document = (name, write) => {
  const present = readFileSync(inRoot(name), 'utf8')
  return { name, present, wanted: write(present) }
}

/** The documents that name every setting, as they are and as the table of settings would have them. */
export const settingsDocuments = () => [
  document('.env.example', toEnvExample),
  document('docs/self-hosting.md', withTables),
]

function toEnvExample() {
  const head = `# Every setting of Framelight. All are optional: copy this file to \`.env\` and take the # off the lines you need.
# What is set in the environment wins over the file. Written by \`npm run format\` from src/server/config/settings.ts.
`
  const groups = Object.entries(settingGroups).map(
    ([title, settings]) => `# ---- ${title} ----\n\n${Object.entries(settings).map(toEnvLines).join('\n')}`,
  )
  return [head, ...groups].join('\n')
}

function toEnvLines([name, setting]) {
  const unset = 'unset' in setting && setting.unset !== 'none' ? ` Default: ${setting.unset}.` : ''
  const words = toPlainText(`${capitalized(setting.meaning)}.${unset}`)
  return `${wrapped(words)}\n#${name}=${setting.example ?? setting.default ?? ''}\n`
}

const capitalized = (words) => words.replace(/^[a-z]/, (letter) => letter.toUpperCase())

/** A place in the guide becomes a place in a file: there are no links here. */
const toPlainText = (markdown) =>
  markdown
    .replace(/\[([^\]]+)\]\(#[^)]*\)/g, '"$1" in docs/self-hosting.md')
    .replace(/\[[^\]]+\]\(([^)#]+)\)/g, 'docs/$1')
    .replaceAll('`', '')

function wrapped(words) {
  const lines = ['#']
  for (const word of words.split(' ')) {
    if (lines.at(-1).length + 1 + word.length > 119) lines.push('#')
    lines.push(`${lines.pop()} ${word}`)
  }
  return lines.join('\n')
}

function withTables(guide) {
  return guide.replace(marked, (_all, begin, end) => `${begin}\n${toTables()}\n${end}`)
}

const toTables = () =>
  Object.entries(settingGroups)
    .map(([title, settings]) => `### ${title}\n\n${toTable(settings)}`)
    .join('\n')

const toTable = (settings) =>
  ['| variable | default | meaning |', '|---|---|---|', ...Object.entries(settings).map(toRow), ''].join('\n')

function toRow([name, setting]) {
  const example = setting.example ? `; such as \`${setting.example}\`` : ''
  const otherwise = 'default' in setting ? `\`${setting.default}\`` : setting.unset
  return `| \`${name}\` | ${otherwise} | ${setting.meaning}${example} |`
}

if (import.meta.main) for (const { name, wanted } of settingsDocuments()) writeFileSync(inRoot(name), wanted)
