import { isHttp, isIn, isPlatform, isProduction, nouns, webTexts } from './folders.ts'
import { readTree } from './read-tree.ts'
import { readCode, type SourceFile } from './source-file.ts'
import { readOwners } from './table-owners.ts'

/** The rule must reject the samples in `wrong` and allow those in `right`. */
export type FileRule = {
  rule: string
  about: (file: string) => boolean
  /** Completes a sentence that starts with the file name. */
  fault: (file: SourceFile) => string | undefined
  wrong: [path: string, text: string][]
  right: [path: string, text: string][]
}

const kebab = '[a-z0-9]+(-[a-z0-9]+)*'
const kebabPath = new RegExp(`^(${kebab}/)*${kebab}(\\.${kebab})*$`)
const featureFile = new RegExp(
  `^src/server/features/${kebab}/(${kebab}(\\.(routes|service|repository|tables|test))?|emails/${kebab})\\.ts$`,
)
const emptyWord = '(dto|impl|manager|helpers?|utils?)'
const emptyPathWord = new RegExp(`(^|[-./])${emptyWord}(?=[-./]|$)`)
/** A word of its own, or one that starts with a capital letter. `movedTo` is fine. */
const emptyName =
  /\b(?:class|const|function|interface|let|type)\s+(\w*(?:D(?:to|TO)|Impl|Manager|Helpers?|Utils?)|dto|impl|manager|helpers?|utils?)\b/

const isMigration = isIn('src/server/platform/database/migrations')
const tableNames = [...readOwners(readTree())]
  .flatMap(([table, owner]) => (owner === 'platform' ? [] : table))
  .join('|')
/** Kysely takes table names in quotes. In SQL, they follow one of these words. */
const namedTable = new RegExp(
  `['"](${tableNames})(?=[ '".])|\\b(?:from|join|into|update|table)\\s+(${tableNames})\\b`,
  'i',
)

const maxLines = 300

/** These sentences are quoted from the specification. */
const quotedSentences = /Please login to add a comment|Authentication token not found\. Please login again\./g
const loginAsVerb = /\b(?:please|you|people|they|can|must|then) login\b|\blogin (?:again|first)\b/i

const ownerComparison =
  /\b(?:link|image|gallery|record|target)\??\.(?:userId|ownerId)\s*[!=]==(?! (?:null|undefined)\b)|[!=]==\s*(?:\w+\??\.)*(?:link|image|gallery|record|target)\??\.(?:userId|ownerId)\b|\bownerId\s*[!=]==(?! (?:null|undefined)\b)|[!=]==\s*ownerId\b/
const privacyCheck =
  /(?:!|&&|\|\||\bif \()\s*(?:\w+\??\.)*(?:isPrivate|hasPassword)\b|\b(?:isPrivate|hasPassword)\s*(?:&&|\|\||\?|[!=]==)|\bownerState\s*[!=]==/
/** Repositories and rows are exempt: their queries are the owner's own, and they map the columns. */
const isDecidedElsewhere = (file: string) =>
  isProduction(file) &&
  isIn('src/server')(file) &&
  !isIn('src/server/features/access')(file) &&
  !/(?:\.repository|-rows)\.ts$/.test(file)

const reExport = /^\s*export\s+(?:type\s+)?(?:\*|\{[^}]*\}\s*from\b)/m
const importStatement = /^\s*import\s[^'"]*['"][^'"]+['"].*$/gm
const exportList = /^\s*export\s+(?:type\s+)?\{[^}]*\}|^\s*export\s+default\s+\w+\s*$/gm

function onlyReExports(code: string) {
  const rest = code.replace(importStatement, '')
  return /\S/.test(rest) && !/\S/.test(rest.replace(exportList, ''))
}

export const fileRules: FileRule[] = [
  {
    rule: "no barrel files: import things from where they're defined",
    about: (file) => /\.tsx?$/.test(file),
    fault: ({ text }) => {
      const code = readCode(text)
      return reExport.test(code) || onlyReExports(code) ? 're-exports from other files' : undefined
    },
    wrong: [
      ['src/shared/all.ts', "export * from './links.ts'\n"],
      ['src/shared/all.ts', "export * as links from './links.ts'\n"],
      ['src/shared/all.ts', "export const one = 1\nexport {\n  link,\n  newLink,\n} from './links.ts'\n"],
      ['src/shared/all.ts', "export type { Link } from './links.ts'\n"],
      ['src/shared/all.ts', "import { link } from './links.ts'\n\nexport { link }\n"],
    ],
    right: [
      ['src/shared/links.ts', "import { text } from './text.ts'\nexport const title = text()\n"],
      ['src/shared/links.ts', 'const one = 1\nexport { one }\n'],
      ['src/web/app/entry-browser.tsx', "import './styles.css'\n"],
    ],
  },
  {
    rule: 'only http/ may import a computed path, to load the page renderer',
    about: (file) => isProduction(file) && !isHttp(file),
    fault: ({ hasComputedImport }) => (hasComputedImport ? 'imports a computed path' : undefined),
    wrong: [
      ['src/server/main.ts', 'await import(entry)\n'],
      ['src/server/main.ts', 'await import(/* @vite-ignore */ `./entry.ts`)\n'],
    ],
    right: [['src/server/http/web-app.ts', 'await import(entry)\n']],
  },
  {
    rule: "platform doesn't know the tables of features, except in migrations",
    about: (file) => isProduction(file) && isPlatform(file) && !isMigration(file),
    fault: ({ text }) => {
      const [, quoted, inSql] = namedTable.exec(readCode(text)) ?? []
      const table = quoted ?? inSql
      return table && `names the table ${table}`
    },
    wrong: [
      ['src/server/platform/database/usage.ts', "db.updateTable('usage').set({ links: 0 })\n"],
      [
        'src/server/platform/database/usage.ts',
        "db.selectFrom('tasks').innerJoin('users as owners', 'id', 'user_id')\n",
      ],
      ['src/server/platform/database/usage.ts', "const orphaned = db.selectFrom('tasks').select('images.id')\n"],
      ['src/server/platform/database/usage.ts', "for (const table of ['sessions', 'exports'] as const) clear(table)\n"],
      ['src/server/platform/database/usage.ts', 'sql`select count(*) from links`\n'],
      ['src/server/platform/payments/sandbox.ts', 'sql`\n  update\n    test_checkouts set status = 1`\n'],
    ],
    right: [
      ['src/server/platform/database/tasks.ts', "// Tasks of users.\ndb.insertInto('tasks').values(task)\n"],
      ['src/server/platform/database/tasks.ts', 'sql`select count(*) from tasks`\n'],
      ['src/server/platform/database/migrations/0001-foundation.ts', 'sql`create table links (id text)`\n'],
      ['src/server/platform/database/tasks.test.ts', "db.deleteFrom('users')\n"],
      ['src/server/features/links/links.repository.ts', "db.selectFrom('links')\n"],
    ],
  },
  {
    rule: 'file and folder names are kebab-case',
    about: () => true,
    fault: ({ file }) => (kebabPath.test(file) ? undefined : 'is not kebab-case'),
    wrong: [
      ['src/web/ui/LinkCard.tsx', ''],
      ['src/web/lib/query_client.ts', ''],
      ['src/web/Features/links/form.tsx', ''],
    ],
    right: [
      ['src/web/ui/link-card.test.tsx', ''],
      ['src/server/platform/database/migrations/0001-foundation.ts', ''],
    ],
  },
  {
    rule: 'a server feature contains only x.routes.ts, x.service.ts, x.repository.ts, x.tables.ts, x.test.ts, plain files and emails/, without other subfolders',
    about: (file) => isIn('src/server/features')(file) && kebabPath.test(file),
    fault: ({ file }) => (featureFile.test(file) ? undefined : "doesn't belong there"),
    wrong: [
      ['src/server/features/links/links.controller.ts', ''],
      ['src/server/features/links/rules/expiry.ts', ''],
      ['src/server/features/links/emails/links.service.ts', ''],
      ['src/server/features/links.ts', ''],
    ],
    right: [
      ['src/server/features/access/link-access.ts', ''],
      ['src/server/features/links/links.routes.ts', ''],
      ['src/server/features/links/links.tables.ts', ''],
      ['src/server/features/access/link-access.test.ts', ''],
      ['src/server/features/access/emails/invitation.ts', ''],
    ],
  },
  {
    rule: 'features have the same names on the server and in the web app, from the list in folders.ts',
    about: (file) => /^src\/(server|web)\/features\/[^/]+\//.test(file),
    fault: ({ file }) => {
      const [, , , noun = ''] = file.split('/')
      const known = isIn('src/web')(file) ? [...nouns, ...webTexts] : nouns
      return known.includes(noun) ? undefined : `uses the name ${noun}`
    },
    wrong: [
      ['src/web/features/galleries/gallery.tsx', ''],
      ['src/server/features/visits/visits.service.ts', ''],
      ['src/server/features/help/help.service.ts', ''],
    ],
    right: [
      ['src/web/features/analytics/analytics-view.tsx', ''],
      ['src/server/features/analytics/analytics.service.ts', ''],
      ['src/web/features/help/faq.tsx', ''],
    ],
  },
  {
    rule: 'only tests have "test" in their name',
    about: isProduction,
    fault: ({ file }) => (/(^|[-./])tests?(?=[-./])/.test(file) ? 'has "test" in its name' : undefined),
    wrong: [
      ['src/server/features/subscriptions/test-cards.ts', ''],
      ['src/server/features/subscriptions/test.ts', ''],
    ],
    right: [
      ['src/server/features/subscriptions/sandbox.ts', ''],
      ['src/server/features/links/links.test.ts', ''],
      ['src/web/lib/latest.ts', ''],
    ],
  },
  {
    rule: 'no file is named Dto, Impl, Manager, Helper or Utils: names say what things are',
    about: () => true,
    fault: ({ file }) => emptyPathWord.exec(file.toLowerCase())?.[2] && 'has a meaningless name',
    wrong: [
      ['src/web/lib/utils.ts', ''],
      ['src/server/platform/task-manager.ts', ''],
      ['src/shared/link-dto.ts', ''],
      ['test/helpers/links.ts', ''],
    ],
    right: [['src/web/lib/formats.ts', '']],
  },
  {
    rule: 'no declaration is named Dto, Impl, Manager, Helper or Utils: names say what things are',
    about: (file) => file.startsWith('src/'),
    fault: ({ text }) => {
      const name = emptyName.exec(readCode(text))?.[1]
      return name && `declares ${name}`
    },
    wrong: [
      ['src/shared/links.ts', 'export type LinkDto = { id: string }\n'],
      ['src/server/platform/zip.ts', 'export class ZipManager {}\n'],
      ['src/web/lib/formats.ts', 'const utils = {}\n'],
    ],
    right: [
      ['src/shared/links.ts', '// Not a LinkDto.\nexport type Link = { id: string }\n'],
      ['src/web/lib/scroll.ts', "const movedTo = 'a'\n"],
    ],
  },
  {
    rule: '"login" is a noun, "log in" is the verb',
    about: isProduction,
    fault: ({ text }) => {
      const said = loginAsVerb.exec(readCode(text).replace(quotedSentences, ''))?.[0]
      return said && `says "${said}"`
    },
    wrong: [
      ['src/web/features/help/faq.md', 'It ends when you login elsewhere.\n'],
      ['src/server/features/comments/comments.service.ts', "const refusal = 'Please login to continue'\n"],
    ],
    right: [
      ['src/web/features/help/faq.md', 'Log in again, or go back to the login to start over.\n'],
      ['src/web/features/comments/add-comment.tsx', "const words = 'Please login to add a comment'\n"],
      ['src/server/features/accounts/accounts.routes.ts', 'app.route({ ...login, handler })\n'],
    ],
  },
  {
    rule: 'only access compares owners and checks whether a link is private or has a password',
    about: isDecidedElsewhere,
    fault: ({ text }) => {
      const code = readCode(text)
      const found = ownerComparison.exec(code) ?? privacyCheck.exec(code)
      return found ? `decides by "${found[0].trim()}"` : undefined
    },
    wrong: [
      ['src/server/features/links/links.service.ts', 'const isOwn = link.userId === viewer?.userId\n'],
      ['src/server/features/links/links.service.ts', 'const isOwn = viewer.userId !== found?.link?.userId\n'],
      ['src/server/features/images/images.service.ts', 'images.filter((image) => image.userId === userId)\n'],
      ['src/server/features/media/open-file.ts', 'if (viewer?.userId === ownerId) return original\n'],
      ['src/server/features/analytics/visit-counter.service.ts', 'if (client.userId === target.ownerId) return\n'],
      ['src/server/features/pages/pages.service.ts', 'if (link.isPrivate) throw closed()\n'],
      ['src/server/features/pages/pages.service.ts', 'return !link.hasPassword\n'],
      ['src/server/features/pages/pages.service.ts', "const state = link.isPrivate ? 'closed' : 'open'\n"],
      ['src/server/features/media/media.service.ts', 'const isOpen = isListed && !link.isPrivate\n'],
      ['src/server/features/media/media.service.ts', "if (link.ownerState === 'disabled') throw gone()\n"],
      ['src/server/http/session.ts', 'if (hasPassword && !pass) throw closed()\n'],
    ],
    right: [
      [
        'src/server/features/access/link-access.ts',
        'if (link.isPrivate && link.userId !== viewer.userId) throw closed()\n',
      ],
      ['src/server/features/links/link-presenter.ts', 'return { isPrivate: link.isPrivate, user: link.userId }\n'],
      ['src/server/features/links/link-presenter.ts', 'return { ...(isOwn && { hasPassword: link.hasPassword }) }\n'],
      ['src/server/features/comments/comments.service.ts', 'const isAuthor = comment.userId === viewer.userId\n'],
      ['src/server/features/removals/removals.service.ts', 'if (ownerId !== null) await subtract(ownerId)\n'],
      ['src/server/features/links/link-rows.ts', 'if (fields.isPrivate !== undefined) set()\n'],
    ],
  },
  {
    rule: `files in src have at most ${maxLines} lines`,
    about: isProduction,
    fault: ({ lines }) => (lines > maxLines ? `has ${lines} lines` : undefined),
    wrong: [['src/shared/links.ts', '\n'.repeat(maxLines + 1)]],
    right: [
      ['src/shared/links.ts', '\n'.repeat(maxLines)],
      ['src/shared/links.test.ts', '\n'.repeat(maxLines + 1)],
    ],
  },
]
