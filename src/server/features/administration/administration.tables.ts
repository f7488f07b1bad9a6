export type AdministrationTables = { reports: ReportRow }

type ReportRow = { id: string; link_id: string; message: string; created_at: string }
