import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exampleValues } from '#contract/settings/examples.ts';
import { SECTIONS } from '#contract/settings/schema.ts';
import { differences, draftOf, savedOf, toFields, withAt, withFields } from './draft.ts';
import { forms, labelOf } from './fields.ts';

describe('the form of a section', () => {
  test('saves what it was made of', () => {
    for (const section of SECTIONS) {
      const { fields } = forms[section];
      const saved = savedOf(fields, draftOf(fields, exampleValues[section]));
      assert.deepEqual(JSON.parse(JSON.stringify(saved)), exampleValues[section], section);
    }
  });

  test('has a field for every value, and a label for each field', () => {
    for (const section of SECTIONS) {
      const { fields } = forms[section];
      for (const path of Object.keys(toFields(fields, draftOf(fields, exampleValues[section]))))
        assert.notEqual(labelOf(section, path), path);
    }
  });

  const { fields } = forms.home;
  const home = draftOf(fields, exampleValues.home);

  test('differs field by field: in a banner, and in a list whose entries can be moved as a whole', () => {
    const title = withAt(home, 'banners.1.title', 'Other');
    assert.deepEqual(differences(fields, home, title), ['banners.1.title']);
    const figure = withAt(home, 'summary.figures.0.value', '73');
    assert.deepEqual(differences(fields, home, figure), ['summary.figures']);
  });

  test('takes some fields of a draft, and nothing that it does not have, of whatever kind', () => {
    const typed = {
      ...{ 'banners.1.title': 'Other', 'banners.7.title': 'None', 'newsletter.title': { evil: true } },
      ...{ 'summary.figures': 'no list', __proto__: 'x', constructor: 'x' },
    };
    const next = withFields(fields, home, typed);
    assert.deepEqual(differences(fields, home, next).toSorted(), [
      ...['banners.1.title', 'newsletter.title', 'summary.figures'],
    ]);
    assert.deepEqual(toFields(fields, next)['newsletter.title'], '');
    assert.deepEqual(toFields(fields, next)['summary.figures'], []);
    assert.equal((next.banners as unknown[]).length, 3);
  });
});
