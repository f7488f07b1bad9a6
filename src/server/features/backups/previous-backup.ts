import { descriptionName } from './backup-description.ts'
import { manifestName } from './backup-manifest.ts'
import { describeDamage, inspectContents } from './verifications.service.ts'

/**
 * Finds the newest backup whose hashes can be trusted, so the next backup can link to its files. Also reports damage,
 * because these backups might not be read again until someone needs them.
 */
export async function findPreviousBackup(backups: string[]) {
  const problems: string[] = []
  for (const backup of backups.toReversed()) {
    const { damage } = await inspectContents(backup)
    problems.push(...damage.map((found) => `In the previous backup ${backup}, ${describeDamage(found)}.`))
    const isTrusted = !damage.some(({ file }) => file === descriptionName || file === manifestName)
    if (isTrusted) return { earlier: backup, problems }
  }
  return { earlier: undefined, problems }
}
