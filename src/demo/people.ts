/** Whom a visitor of the demo can be: everyone of the sample company with a sign-in. */
export const people = [
  {
    person: 'admin',
    icon: 'building-2',
    role: 'Administrator',
    about: 'Runs the company: everything, with payroll and setup.',
  },
  { person: 'manager', icon: 'briefcase', role: 'Project manager', about: 'Plans, prices and answers for jobs.' },
  { person: 'office', icon: 'users', role: 'Office staff', about: 'Approves hours, pays them, and keeps the records.' },
  {
    person: 'foreman',
    icon: 'hard-hat',
    role: 'Foreman',
    about: 'Enters a crew’s hours, writes the daily log, walks the job.',
  },
  { person: 'employee', icon: 'clock', role: 'Employee', about: 'Own hours and the own schedule, on a phone.' },
  { person: 'customer', icon: 'eye', role: 'Guest of a customer', about: 'Sees what the company shares of its jobs.' },
  {
    person: 'contact',
    icon: 'message-circle-question-mark',
    role: 'Guest: contact',
    about: 'An outside contact who answers RFIs.',
  },
] as const

export type Person = (typeof people)[number]['person']

export const isPerson = (text: string | null): text is Person => people.some(({ person }) => person === text)
