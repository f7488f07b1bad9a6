import { descriptionName } from './backup-description.ts'
import { manifestName } from './backup-manifest.ts'
import { describeDamage, inspectContents } from './verifications.service.ts'

/**
 * The newest backup whose hashes can be trusted, for the next one to link from. Damage that's met on the way is named: nobody
 * may look at these backups before they are needed.
 */
export async function findPreviousBackup(backups: string[]) {
  const problems: string[] = []
  for (const backup of backups.toReversed()) {
    const { damage } = await inspectContents(backup)
    problems.push(...damage.map((found) => `In the earlier backup ${backup}, ${describeDamage(found)}.`))
    const isTrusted = !damage.some(({ file }) => file === descriptionName || file === manifestName)
    if (isTrusted) return { earlier: backup, problems }
  }
  return { earlier: undefined, problems }
}
