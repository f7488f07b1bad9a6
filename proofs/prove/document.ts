import type { Result, Results } from './results.ts'
import type { Table } from './tables.ts'

const state = (result: Result | undefined) =>
  result === undefined ? 'not run' : result.problems.length === 0 ? 'passed' : '**failed**'

/** Escapes characters that would break the table. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')

const countsOf = ({ counts, seed }: Result) =>
  [...Object.entries(counts).map(([name, value]) => `${name} ${value}`), `seed ${seed}`].join(', ')

function partLines(name: string, result: Result | undefined) {
  if (!result) return [`| \`${name}\` | not run | | |`]
  const { finishedAt, commit, source, seconds, load, problems } = result
  const when = `${finishedAt.slice(0, 16).replace('T', ' ')}, \`${commit}\` (\`${source}\`), ${seconds} s${load === undefined ? '' : `, load ${load}`}`
  const found = problems.slice(0, 3).map((problem) => `${problem.slice(0, 300)}`)
  const told = [countsOf(result), ...found.map((problem) => `found: ${problem}`)].join('; ')
  return [`| \`${name}\` | ${state(result)} | ${when} | ${cell(told)} |`]
}

function rowLines({ what, bar, missing, parts }: Table['rows'][number], results: Results) {
  const names = Object.keys(parts)
  return [
    `### ${what}`,
    '',
    `Bar: ${bar}.${missing ? ` Not covered by any part: ${missing}.` : ''}`,
    '',
    ...(names.length > 0
      ? [
          '| part | result | when, commit, time, load | counts |',
          '|---|---|---|---|',
          ...names.flatMap((name) => partLines(name, results[name])),
        ]
      : ['Not covered by any part yet.']),
    '',
  ]
}

function summary(tables: Table[], results: Results) {
  const states = tables
    .flatMap(({ rows }) => rows.flatMap(({ parts }) => Object.keys(parts)))
    .map((name) => state(results[name]))
  const count = (which: string) => states.filter((each) => each === which).length
  return `${states.length} parts: ${count('passed')} passed, ${count('**failed**')} failed, ${count('not run')} not run.`
}

export function writeDocument(tables: Table[], results: Results) {
  const machines = [...new Set(Object.values(results).map(({ machine }) => machine))]
  return [
    '# Proof results',
    '',
    "`npm run prove` generates this page from `docs/proof.json`; don't edit it by hand. Each part lists its counts, and a part that",
    'makes fewer attempts than planned fails. To repeat one, run `npm run prove -- --only NAME --seed SEED`. [Record',
    "0044](decisions/0044-proofs-that-fail.md) shows that these proofs can fail. Load is the five-minute load average: if it's far above the",
    'number of cores, other programs were competing for the machine, and time limits can be missed for that reason alone. The hash in',
    'parentheses is `git rev-parse --short HEAD:src`, the version of the source, which survives a rebase.',
    '',
    `${summary(tables, results)} Machine: ${machines.join('; ') || 'none yet'}.`,
    '',
    ...tables.flatMap(({ title, rows }) => [`## ${title}`, '', ...rows.flatMap((row) => rowLines(row, results))]),
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}
