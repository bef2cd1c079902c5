/** A question on the shipped documents: what the answer must hold, and the file it must cite. */
export interface DocumentQuestion {
  readonly ask: string;
  readonly fact: RegExp;
  readonly file: string;
}

export const answered: readonly DocumentQuestion[] = [
  { ask: "How much did the Apollo Guidance Computer weigh?", fact: /70 pounds/, file: "overview.md" },
  { ask: "How many words of erasable memory does it have?", fact: /2,048/, file: "memory.md" },
  { ask: "How large is the fixed memory?", fact: /36,864 words/, file: "memory.md" },
  { ask: "How long is a memory cycle?", fact: /11\.7 microseconds/, file: "" },
  { ask: "Who built the AGC?", fact: /Raytheon/, file: "overview.md" },
  { ask: "Where were the ropes woven?", fact: /Waltham, Massachusetts/, file: "memory.md" },
  { ask: "How long did weaving the ropes take?", fact: /eight weeks/, file: "memory.md" },
  { ask: "What was a rope mother?", fact: /responsible for a release/, file: "memory.md" },
  { ask: "What is the frequency of the quartz crystal?", fact: /2\.048 megahertz/, file: "hardware.html" },
  { ask: "How many NOR gates does a Block II computer have?", fact: /5,600/, file: "hardware.html" },
  {
    ask: "Which company made the first integrated circuits for it?",
    fact: /Fairchild/,
    file: "hardware.html",
  },
  { ask: "What does the night watchman do?", fact: /restarts the (?:computer|machine)/, file: "" },
  { ask: "How many keys does a DSKY have?", fact: /19 keys/, file: "dsky.html" },
  { ask: "What does verb 35 do?", fact: /test the lamps/, file: "dsky.html" },
  { ask: "What is program 66 for?", fact: /rate of descent/, file: "dsky.html" },
  { ask: "Who designed the Executive?", fact: /Laning/, file: "" },
  {
    ask: "How many core sets did the lunar module program have?",
    fact: /eight core sets/,
    file: "executive.md",
  },
  { ask: "What is a VAC area?", fact: /44 words/, file: "executive.md" },
  { ask: "Which alarm means that no VAC area is free?", fact: /1201/, file: "" },
  {
    ask: "Why did the computer raise alarm 1202 on Apollo 11?",
    fact: /radar|core set|room for jobs/,
    file: "",
  },
  { ask: "Who was Steve Bales?", fact: /Guidance officer/i, file: "apollo-11-alarms.md" },
  {
    ask: "How many alarms were there during the descent of Apollo 11?",
    fact: /five alarms/,
    file: "apollo-11-alarms.md",
  },
  { ask: "When did Eagle touch down?", fact: /20:17/, file: "apollo-11-alarms.md" },
  {
    ask: "What was the likely cause of the fault in the abort switch of Apollo 14?",
    fact: /solder/,
    file: "apollo-14-abort.txt",
  },
  { ask: "What number did the crew type into the mode register?", fact: /71/, file: "apollo-14-abort.txt" },
  { ask: "At what angle does gimbal lock happen?", fact: /90 degrees|85 degrees/, file: "navigation.html" },
  { ask: "How many stars does the computer know?", fact: /37 stars/, file: "navigation.html" },
  { ask: "Which star was named after Roger Chaffee?", fact: /Regor/, file: "navigation.html" },
  { ask: "How much does the sextant magnify?", fact: /28 times/, file: "navigation.html" },
  { ask: "Who wrote the assembler Yul?", fact: /Blair-Smith/, file: "" },
  { ask: "How long does a multiplication take?", fact: /three memory cycles/, file: "instruction-set.txt" },
  {
    ask: "What does the CCS instruction do?",
    fact: /diminished absolute value/,
    file: "instruction-set.txt",
  },
  { ask: "When did the AGC first fly?", fact: /25 August 1966/, file: "legacy.html" },
  { ask: "Who flew the F-8 with digital controls?", fact: /Gary Krier/, file: "legacy.html" },
  { ask: "What happened when lightning struck Apollo 12?", fact: /restarted|platform/, file: "legacy.html" },
  {
    ask: "When did Margaret Hamilton receive the Presidential Medal of Freedom?",
    fact: /2016/,
    file: "people.md",
  },
  { ask: "How many people worked on the software at the peak?", fact: /350 people/, file: "people.md" },
  { ask: "What book did Eldon Hall write?", fact: /Journey to the Moon/, file: "people.md" },
  { ask: "What is the difference between BAILOUT and POODOO?", fact: /mild.*severe/s, file: "executive.md" },
  { ask: "Why is it called LOL memory?", fact: /little old lady/, file: "memory.md" },
  { ask: "How many words does one rope module hold?", fact: /6,144/, file: "memory.md" },
  { ask: "Who is EDRUPT named after?", fact: /Ed Smally/, file: "instruction-set.txt" },
  { ask: "How heavy was the AGC?", fact: /70 pounds/, file: "overview.md" },
  { ask: "When did Antares land?", fact: /5 February 1971/, file: "apollo-14-abort.txt" },
  { ask: "Who led the hardware design?", fact: /Eldon Hall/, file: "" },
];

/** Questions that the documents do not answer, although they share words with them. */
export const refused: readonly string[] = [
  "What is the capital of Mongolia?",
  "How much did an Apollo Guidance Computer cost in dollars?",
  "Who was the president of the United States during Apollo 11?",
  "What did the crew of Apollo 16 eat for breakfast?",
  "Which programming language was used for the Space Shuttle?",
  "How many astronauts have walked on Mars?",
  "What was the name of Steve Bales's wife?",
  "How tall is the Saturn V rocket?",
  "What colour was the carpet in Mission Control?",
  "When was the Soyuz computer Argon-16 designed?",
  "What is the boiling point of water?",
  "How do I bake sourdough bread?",
  "When did Apollo 18 land on the Moon?",
  "What does verb 99 do?",
  "How many words of memory does the Soyuz Argon-16 computer have?",
  "When did Eldon Hall die?",
  "Which company made the rendezvous radar?",
  "What was the name of the Soviet lunar lander?",
];
