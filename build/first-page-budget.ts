import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { type Chunk, chunksOf, withImports } from './chunks.ts'

/** Pages that people see before they have an account. Pages with forms get a slightly larger budget. */
const budgets = [
  { pages: /\/(app\/pages\/(home|pricing|gallery|image|add)-page|features\/help\/faq)\.tsx$/, maxKilobytes: 130 },
  { pages: /\/app\/pages\/(login|register|contact)-page\.tsx$/, maxKilobytes: 138 },
]
const budgetOf = (chunk: Chunk) => budgets.find(({ pages }) => pages.test(chunk.facadeModuleId ?? ''))

export const firstPageBudget: Plugin = {
  name: 'first-page-budget',
  apply: 'build',
  generateBundle(_options, bundle) {
    if (this.environment.name !== 'client') return
    const chunks = chunksOf(bundle)
    const all = [...chunks.values()]
    const sizes = new Map(all.map((chunk) => [chunk, gzipSync(chunk.code).length]))
    const entry = all.find(({ isEntry }) => isEntry)
    const pages = all.filter(budgetOf)
    if (!entry || pages.length === 0) this.error('No pages match the budget')
    for (const page of pages) {
      const needed = [...withImports(page, chunks, withImports(entry, chunks))]
      const kilobytes = needed.reduce((sum, chunk) => sum + (sizes.get(chunk) ?? 0), 0) / 1000
      const { maxKilobytes } = budgetOf(page) ?? { maxKilobytes: 0 }
      if (kilobytes > maxKilobytes) {
        this.error(`${page.fileName} needs ${kilobytes.toFixed(1)} kB of JavaScript, more than ${maxKilobytes} kB`)
      }
      this.info(`${page.fileName}: ${kilobytes.toFixed(1)} kB of JavaScript`)
    }
  },
}
