import { countOf } from '#contract/kernel/money.ts';
import { mailKinds } from '../ground/letters/kinds.ts';

interface HandedOverFacts {
  listId: string;
  name: string;
  /** Who has handed it over, and in which company. */
  by: string;
  company: string;
  /** How many it has. */
  lines: number;
}

export const listMails = mailKinds({
  list_handed_over: {
    letter: ({ listId, name, by, company, lines }: HandedOverFacts, origin) => ({
      subject: `${by} handed you a list: ${name}`,
      paragraphs: [
        `${by} has handed you ${countOf(lines, 'line')}, to order or to go on with for ${company}. They are a list of yours now.`,
        `To open it, choose to buy for ${company} at the top of the shop.`,
      ],
      details: [
        ['List', name],
        ['Company', company],
      ],
      link: { label: 'Open the list', url: `${origin}/dashboard/lists/${listId}` },
    }),
  },
});
