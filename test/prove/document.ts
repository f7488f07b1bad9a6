import type { Result, Results } from './results.ts'
import type { Table } from './tables.ts'

const state = (result: Result | undefined) =>
  result === undefined ? 'not run' : result.problems.length === 0 ? 'passed' : '**failed**'

/** A bar in a cell would end it, and a new line the table. */
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
    `Bar: ${bar}.${missing ? ` Not shown by any part: ${missing}.` : ''}`,
    '',
    ...(names.length > 0
      ? [
          '| part | result | when, commit, time, load | counts |',
          '|---|---|---|---|',
          ...names.flatMap((name) => partLines(name, results[name])),
        ]
      : ['No part shows it yet: not run.']),
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

/** The page of the proof: every row with what has shown it, and with nothing where nothing has. */
export function writeDocument(tables: Table[], results: Results) {
  const machines = [...new Set(Object.values(results).map(({ machine }) => machine))]
  return [
    '# What has been shown',
    '',
    'Written by `npm run prove` from `docs/proof.json`; not to be edited by hand. Each part states its counts, and one that',
    'did fewer attempts than it says has failed. `npm run prove -- --only NAME --seed SEED` repeats one. That these proofs can',
    'fail is shown in [record 0044](decisions/0044-proofs-that-fail.md). Load is what the machine wanted to run at once: where it is far above',
    'the number of cores others had the machine too, and bars of time and patience are missed for that alone. In brackets',
    'behind the commit stands the version of the source, `git rev-parse --short HEAD:src`, which outlives a rebase.',
    '',
    `${summary(tables, results)} Machine: ${machines.join('; ') || 'none yet'}.`,
    '',
    ...tables.flatMap(({ title, rows }) => [`## ${title}`, '', ...rows.flatMap((row) => rowLines(row, results))]),
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}
