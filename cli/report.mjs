/** Names come from files and other people, so they can't be trusted to leave the terminal alone. */
const printable = (text) => String(text).replace(/\p{Cc}/gu, '?')

const photos = (count) => `${count} ${count === 1 ? 'photo' : 'photos'}`

/** Counts what a command does. Prints a progress line on a terminal, and at the end a summary or one JSON object. */
export function createReport({ isJson, verb = 'uploaded', isDryRun = false }) {
  const { stdout, stderr } = process
  const counts = { done: 0, known: 0, skipped: 0 }
  const refused = []
  const links = new Map()
  const leftOut = []
  const listed = new WeakSet()
  let total
  let hasLine = false

  const clearLine = () => {
    if (hasLine) stderr.write('\r\x1b[K')
    hasLine = false
  }
  const showLine = (text) => {
    if (isJson || !stderr.isTTY) return
    clearLine()
    stderr.write(printable(text).slice(0, Math.max(20, (stderr.columns ?? 80) - 1)))
    hasLine = true
  }
  const showProgress = () => {
    const handled = counts.done + counts.known + refused.length
    showLine(total === undefined ? `${handled} photos` : `${Math.min(handled, total)} of ${photos(total)}`)
  }

  return {
    isDryRun,
    expect(more) {
      total = (total ?? 0) + more
      showProgress()
    },
    done() {
      counts.done++
      showProgress()
    },
    known() {
      counts.known++
      showProgress()
    },
    skip() {
      counts.skipped++
    },
    refuse(file, error) {
      listed.add(error)
      refused.push({ file, code: error.code ?? 'UNKNOWN', error: error.message })
      showProgress()
    },
    /** What stopped the command, unless it's listed with its file. */
    stop(error) {
      if (!listed.has(error)) this.refuse(null, error)
    },
    link({ _id, title, slug, address }) {
      // In a dry run, links have no id yet.
      links.set(_id ?? Symbol(title), { _id, title, slug, address })
    },
    /** Part of an export that has to be set up again. */
    leaveOut(part) {
      leftOut.push(part)
    },
    wait(ms) {
      if (ms >= 2000) showLine(`Waiting ${Math.round(ms / 1000)} s for the server …`)
    },
    say(text) {
      clearLine()
      if (!isJson) stdout.write(`${printable(text)}\n`)
    },
    hasRefused: () => refused.length > 0,

    finish() {
      clearLine()
      const { done, known, skipped } = counts
      const left = leftOut.length > 0 ? `Left out: ${printable(leftOut.join(', '))}.\n` : ''
      if (isJson) {
        stderr.write(left)
        const made = [...links.values()].map(({ _id, title, slug }) => ({ _id, title, slug }))
        const text = JSON.stringify({ [verb]: done, known, skipped, refused: [], links: made })
        const at = text.indexOf('"refused":[') + '"refused":['.length
        stdout.write(text.slice(0, at))
        // In one piece, 100,000 refused files would take up too much memory.
        for (let from = 0; from < refused.length; from += 500) {
          const some = JSON.stringify(refused.slice(from, from + 500)).slice(1, -1)
          stdout.write(from > 0 ? `,${some}` : some)
        }
        stdout.write(`${text.slice(at)}\n`)
        return
      }
      const facts = [
        isDryRun ? `${photos(done)} would be ${verb}` : `${photos(done)} ${verb}`,
        known > 0 && `${known} already there`,
        skipped > 0 && `${skipped} skipped`,
        refused.length > 0 && `${refused.length} refused`,
      ]
      stdout.write(`${facts.filter(Boolean).join(', ')}.\n`)
      for (const { title, address } of links.values()) {
        stdout.write(`  ${printable([title, address].filter(Boolean).join('  '))}\n`)
      }
      stdout.write(left)
      for (const { file, error } of refused) {
        stderr.write(`${printable(file === null ? error : `${file}: ${error}`)}\n`)
      }
    },
  }
}
