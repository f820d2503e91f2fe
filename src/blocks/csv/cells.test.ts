import { expect, test } from 'vitest'
import { choice, date, flag, number, text } from '#core/entity/fields.ts'
import { readCell } from './cells.ts'

const role = choice('project_manager', 'foreman')

test.each([
  ['a choice by its words', role, 'Project Manager', 'project_manager'],
  ['a choice by its value', role, 'project_manager', 'project_manager'],
  ['yes', flag(), 'X', true],
  ['no', flag(), 'No', false],
  ['a date as Americans write it', date(), '11/2/2026', '2026-11-02'],
  ['a date with two figures for the year', date(), '1/15/27', '2027-01-15'],
  ['a date as ISO has it, with a time', date(), '2026-11-02T00:00:00', '2026-11-02'],
  ['a date as Excel counts days', date(), '46328', '2026-11-02'],
  ['a figure with separators and signs', number(), '$1,200.50', '1200.50'],
  ['a percentage', number(), '45 %', '45'],
  ['a figure with the other decimal sign', number(), '1.200,5', '1200.5'],
  ['text as it is', text(), '1,200', '1,200'],
])('reads %s', (_, field, cell, value) => expect(readCell('it', field, cell)).toBe(value))

test.each([
  ['a mistyped role', role, 'Forman', 'Role cannot be “Forman”. It is one of: Project manager, Foreman.'],
  ['neither yes nor no', flag(), 'perhaps', 'Role must be yes or no.'],
  ['a day that does not exist', date(), '2/30/2026', 'Role must be a date, such as 11/22/2026.'],
])('refuses %s', (_, field, cell, message) => expect(() => readCell('role', field, cell)).toThrow(message))
