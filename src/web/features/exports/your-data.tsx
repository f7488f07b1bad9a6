import { ExportData } from './export-data.tsx'
import { ImportData } from './import-data.tsx'

export const YourData = ({ email }: { email: string }) => (
  <div className="grid gap-8">
    <ExportData email={email} />
    <ImportData />
  </div>
)
