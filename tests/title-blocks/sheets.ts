/** A sheet as its architect knows it. */
export interface Sheet {
  readonly number: string
  readonly title: readonly string[]
  /** Its revisions, oldest first. */
  readonly revisions: readonly { readonly mark: string; readonly day: string; readonly what: string }[]
  /** The day of its first issue. */
  readonly issued: string
  readonly project: readonly string[]
}

const whats = ['BULLETIN 1', 'ADDENDUM 2', 'ASI 03', 'PERMIT COMMENTS', 'BULLETIN 4', 'CONFORMED SET']
const days = ['2026-02-17', '2026-04-30', '2026-06-09', '2026-08-04', '2026-09-21', '2026-11-18']
const revised = (marks: string) =>
  [...marks].map((mark, at) => ({ mark, day: days[at] ?? '', what: whats[at] ?? 'REVISED' }))

const sheet = (number: string, title: string, marks: string, project = 'CANYON LAKES|ELEMENTARY'): Sheet => ({
  number,
  title: title.split('|'),
  revisions: revised(marks),
  issued: '2026-01-12',
  project: project.split('|'),
})

/** Sheets of one set each; every layout is drawn with all of them. */
export const sheets: readonly Sheet[] = [
  sheet('E-2.1', 'LEVEL 1|POWER PLAN', '1234'),
  sheet('E2.01', 'LIGHTING PLAN', '12'),
  sheet('E201', 'ENLARGED ELECTRICAL|ROOM PLANS', 'AB', 'RIVERBEND MEDICAL|OFFICE BUILDING'),
  sheet('2E-101A', 'SECOND FLOOR POWER|AND SIGNAL PLAN|AREA A', '1'),
  sheet('T24-1', 'TITLE 24 COMPLIANCE|FORMS', 'ABC', 'HARBOR POINT'),
  sheet('A-501', 'WALL SECTIONS AND|DETAILS', '123456', 'NORTHGATE TRANSIT CENTER'),
  sheet('M3.02B', 'BUILDING SECTIONS', '12', 'SCHOOL DISTRICT 17|BUS FACILITY'),
  sheet('G001', 'CODE SUMMARY, DRAWING INDEX|AND ABBREVIATIONS', 'A'),
  sheet('S-201', 'FOUNDATION PLAN', ''),
  sheet('AD2.1', 'GENERAL NOTES', '1'),
  sheet('FP-1.1', 'FIRE PROTECTION PLAN', '12', 'PINE STREET LOFTS|BUILDING B'),
]
