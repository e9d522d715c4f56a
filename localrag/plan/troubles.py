"""Cue phrases of something that does not work: data, no rules."""

from __future__ import annotations

from localrag.plan.vocabulary import CLASSES
from localrag.plan.words import Phrases

TROUBLES = Phrases(
    """
    trouble: does|do|did|is|are not *? work|working|start|starting|open|load|print|connect
    trouble: will|would|can|could|has not *? work|working|start|starting|open|load|print|connect
    trouble: does|do|did|is|are not *? boot|sync|charge|respond|save|upload|update|log|turn
    trouble: will|would|can|could|has not *? boot|sync|charge|respond|save|upload|update|log|turn
    trouble: does|do|did|is not *? responding|syncing|charging|loading|printing|connecting|opening
    trouble: are|will|would|can not *? responding|syncing|charging|loading|printing|connecting|opening
    trouble: will not
    trouble: can not log|sign|connect|print|open|access|upload|download
    trouble: can not save|scan|reach|submit|see|find|get|pair|load
    trouble: unable to log|sign|connect|print|open|access|upload
    trouble: unable to download|save|scan|reach|submit|send|pair|load
    trouble: error|errors message|code|when|while|on|in|appears|occurs|with|@be
    trouble: an|the|this|error error
    trouble: shows|showing|displays|gives|get|getting|got|see|throws an|the|this? *? error|warning|message
    trouble: error
    trouble: crash|crashes|crashed|crashing|freezes|frozen|froze|hangs|hanging|hung|stuck|jammed|jams|glitch
    ailing: broken|malfunction|malfunctions|malfunctioning|faulty|defective
    trouble: stops|stopped|keeps|kept|starts|started working|failing|crashing
    trouble: stops|stopped|keeps|kept|starts|started freezing|disconnecting|rejecting|beeping
    trouble: keeps|kept|keep *
    trouble: fails|failed|failing|fail to load|start|open|connect|print|sync
    trouble: fails|failed|failing|fail to upload|save|boot|charge|send|scan
    trouble: upload|download|login|sync|connection|print fails|failed|failing
    trouble: printing|scan|import|export|install|update fails|failed|failing
    trouble: troubleshoot|troubleshooting|debug
    trouble: fix|repair|solve|resolve a|an|the|this|my|our? *? *? problem|error|issue|fault
    trouble: fix|repair|solve|resolve a|an|the|this|my|our? *? *? printer|device|tablet|app
    trouble: problem|problems|trouble|issue|issues with|logging|printing|connecting|opening|uploading
    trouble: blank|black|blue screen
    trouble: goes|went wrong
    trouble: what is wrong
    ailing: @device ** @ailing
    trouble: how @modal|do|does|to *? fix|repair|mend|unblock|unjam|recover|restore|reset
    trouble: get|gets|getting a|an|the|my|our *? *? to *? *? again|properly
    trouble: stop|prevent a|an|the|my|our @device from
    trouble: do|done about a|an|the|my|our *? @device
    trouble: do|done|try if|when|once a|an|the|my|our *? *? @device
    trouble: why ** not showing|arriving|appearing|updating|updated|accepted|visible|displayed
    trouble: access|permission|connection denied|refused|lost
    trouble: disappeared|vanished|bounced|fogging|fogged|greyed|unreadable|garbled
    trouble: is|are|was|were|am|got *? gone|missing|empty|unreadable|corrupted when|after|from|on|in|since
    trouble: logged|signed|kicked|thrown out
    trouble: did|does|do not go|come|get|show through|up|on
    trouble: not detected|found|received|saved|sent|delivered|displayed|printed|shown|detecting
    trouble: not be saved|opened|printed|loaded|sent|found|uploaded|read|scanned|reached
    trouble: not match|recognise|recognize|respond|accept|arrive|appear|fit|ring|react
    trouble: link|password|session|token|certificate has|is expired
    trouble: shows|showing|displays|prints the? wrong|nothing|only|crooked
    trouble: loses|losing|lost pressure|signal|contact|connection|power|charge
    trouble: goes|going|went off for no|without
    trouble: smells|cuts|cutting|cut of|out
    trouble: rejects|refuses|ignores my|the|our|to
    ailing: @ailing *? @device
    trouble: fix|repair|mend it|this|that|them
    trouble: get|gets|getting rid of
    trouble: strange|odd|weird|funny noise|noises|smell|sound|behaviour
    trouble: close|closes|closed|shut|shuts|restarts|restart|reboots|switches *? by|off itself
    trouble: timeout|timeouts|time-out
    trouble: times|timed out
    trouble: locked out
    trouble: drains|overheats|overheating|flickers|flickering|blinks|blinking|leaks|smokes
    trouble: stays|remains|turns|turned black|blank|dark|white|red|frozen
    trouble: takes|take forever|ages
    trouble: nothing happens
    trouble: any remedy|fix|solution|workaround
    trouble: workaround
    trouble: what is wrong with
    trouble: is|are|was|went|goes|has down|offline|dead|blank
    trouble: not working|responding|recognised|recognized|loading
    trouble: not starting|charging|connecting|printing|syncing
    trouble: no signal|connection|power|picture|sound|display
    """,
    CLASSES,
)
"""Something does not work; ``ailing`` may as well only name what does not, in a question about rules."""
