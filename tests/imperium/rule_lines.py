"""Battle lines that together produce a ruling of every battle rule: both kinds, both sides of thresholds."""

from __future__ import annotations

RULE_LINES = tuple(
    """\
space: 3 cruiser 3 pds vs 1 cruiser @ mentak,asc,experimental,gls,mjets,ps
space: 4 fighter 1 dreadnought vs 1 flagship @ xxcha,gls
space: 3 cruiser @ asc vs 2 fighter 1 cruiser 1 dreadnought+ @ asc
space: 9 fighter 2 cruiser @ asc vs 2 fighter @ asc
space: 3 cruiser @ asc vs 2 fighter
space: 2 destroyer 1 cruiser 1 cruiser+ @ mentak,asc vs 1 fighter 1 dreadnought
space: 1 destroyer 1 cruiser @ mentak vs 1 fighter
space: 1 fighter @ mentak vs 1 destroyer+ @ mentak
space: 2 destroyer 1 cruiser @ yin,ic vs 4 fighter
space: 1 cruiser @ yin,ic vs 4 fighter @ mentak
space: 1 carrier @ yin,ic vs 1 dreadnought
space: 2 cruiser @ yin,devotion,ic vs 1 fighter 1 carrier 1 dreadnought
space: 1 cruiser @ ghost,ds vs 1 fighter 1 carrier 1 dreadnought
space: 1 cruiser @ ghost,ds vs 2 dreadnought 1 warsun / order=default sustain=never
space: 1 cruiser @ ghost,ds vs 2 dreadnought
space: 1 cruiser @ ghost,ds vs 1 fighter
space: 2 cruiser @ mb,mb:2,mb:9 vs 2 cruiser @ mb:3,nebula
space: 3 fighter 1 carrier @ f_prototype,prophecy vs 1 cruiser @ crown_of_thalnos,f_prototype,prophecy
space: 3 fighter 1 carrier @ jolnar,crown_of_thalnos vs 2 cruiser @ sardakk
space: 3 fighter 1 carrier @ crown_of_thalnos vs 2 cruiser
space: 1 dreadnought @ letnev,munitions,nes vs 3 cruiser @ sh,war_funding
space: 1 dreadnought 1 flagship @ letnev,emergency,munitions vs 3 cruiser @ war_funding:2
space: 1 dreadnought @ courageous,dh,sh vs 1 dreadnought 1 dreadnought+ @ courageous,dh,sh:1
space: 3 cruiser @ dh vs 1 dreadnought+
space: 3 cruiser @ dh:1,dh:3 vs 2 warsun
space: 3 cruiser @ courageous:1,da,emergency:1,sh:1 vs 1 cruiser @ courageous,da,emergency
space: 3 cruiser @ da vs 1 dreadnought 1 warsun @ da,emergency
space: 2 carrier+ 1 flagship @ sol,emergency:2 vs 1 fighter 1 warsun @ emergency:2
space: 2 fighter @ intercept,s_retreat vs 1 fighter 1 warsun @ intercept:2,s_retreat:2
space: 2 fighter @ intercept vs 1 fighter 1 warsun @ intercept:2,s_retreat:2
space: 1 destroyer 2 cruiser @ intercept vs 2 cruiser @ intercept
space: 1 destroyer 2 cruiser @ intercept:2 vs 2 cruiser
space: 1 destroyer 2 cruiser vs 2 cruiser
space: 1 cruiser 1 flagship @ mentak vs 2 dreadnought 1 warsun
space: 1 cruiser 1 flagship @ yin vs 2 dreadnought
space: 1 cruiser 1 flagship @ yin,devotion vs 1 carrier 2 dreadnought
space: 1 cruiser 2 dreadnought 1 flagship @ l1z1x vs 4 fighter 1 cruiser 1 dreadnought
space: 1 flagship @ winnu vs 4 fighter
space: 1 flagship @ winnu vs 4 fighter 2 cruiser
space: 1 flagship @ winnu vs 1 flagship @ winnu
space: 1 flagship 3 infantry 1 mech @ nekro vs 3 fighter 1 carrier 3 infantry
space: 1 flagship @ nekro vs 3 fighter 1 carrier 3 infantry
space: 1 flagship 1 infantry @ nekro,asc / order=default sustain=never vs 1 carrier 3 pds
space: 3 cruiser @ asc vs 2 fighter 1 flagship 1 infantry @ nekro
space: 3 fighter 1 flagship @ naalu vs 1 carrier @ naalu,foresight
space: 3 fighter 1 flagship @ naalu vs 1 pds @ naalu,foresight
space: 1 flagship @ letnev vs 1 cruiser 2 pds
space: 1 destroyer 1 destroyer+ 1 flagship @ saar vs 2 fighter 1 destroyer
space: 1 destroyer 1 destroyer+ 1 flagship @ saar vs 1 dreadnought
space: 1 cruiser 1 flagship @ jolnar vs 6 fighter 3 cruiser
space: 1 cruiser 1 flagship @ sardakk,exo2 vs 6 fighter 3 cruiser
space: 1 flagship @ sardakk vs 3 cruiser
space: 1 cruiser 1 dreadnought+ @ sardakk,exo2 vs 3 cruiser 1 warsun
space: 1 cruiser 1 dreadnought+ @ sardakk,exo2 vs 3 cruiser
space: 1 cruiser 1 dreadnought+ @ sardakk,exo2 vs 9 fighter 1 cruiser
space: 1 flagship @ xxcha vs 1 flagship @ xxcha,amd
space: 1 cruiser 1 flagship @ hacan,hacan_flagship vs 3 cruiser
space: 1 cruiser @ hacan,hacan_flagship vs 3 cruiser
space: 1 flagship @ ghost vs 1 carrier 1 flagship @ sol
space: 1 cruiser @ greyfire vs 2 cruiser @ yin,amd,devotion,ic,mb
space: 1 cruiser @ greyfire vs 2 cruiser @ yin
space: 1 cruiser @ greyfire vs 2 cruiser @ sol
space: 1 cruiser vs 2 cruiser @ xxcha,ceasefire,minister_peace,nf
space: 1 cruiser @ ceasefire,minister_peace vs 2 cruiser @ naalu,foresight
space: 1 cruiser @ mentak,antivirus,shard_of_the_throne,so vs 2 cruiser @ nekro,salvage,so
space: 1 carrier @ mentak,so vs 1 carrier @ s_retreat
space: 1 cruiser @ mentak,salvage,so vs 1 fighter @ sol,antivirus,salvage,shard_of_the_throne
space: 1 warsun @ schematics vs 2 warsun 2 infantry 1 mech
space: 1 infantry @ schematics vs 2 fighter @ bunker,dxa,md
space: 1 pds vs 1 pds
space: 1 carrier @ jolnar vs 1 fighter @ jolnar
space: 1 cruiser vs 1 flagship 2 infantry @ nekro,ceasefire
space: 1 cruiser 2 pds vs 1 flagship 2 infantry @ nekro,nf / order=default sustain=never
space: 1 cruiser 2 pds @ nekro,nf vs 1 cruiser
space: 1 flagship 1 infantry 1 mech @ naalu vs 1 cruiser+ 1 flagship @ mentak,schematics
space: 1 warsun @ courageous,sh vs 1 fighter
space: 1 cruiser @ courageous,sh vs 1 cruiser @ courageous,sh
space: 1 pds @ gls,ps vs 1 pds @ amd,experimental,gls,ps
space: 1 cruiser @ amd,gls,ps vs 1 cruiser @ amd,gls,ps
space: 1 cruiser vs 1 cruiser @ minister_peace
space: 1 cruiser vs 1 cruiser @ naalu,foresight,minister_peace
space: 1 cruiser vs 1 cruiser @ xxcha,ceasefire,nf
space: 1 cruiser @ ghost,ds vs 1 pds
space: 1 pds @ ghost,ds vs 1 cruiser @ mentak,antivirus,so
space: 1 cruiser @ antivirus vs 1 pds @ nekro
space: 1 destroyer @ yin,ic vs 1 pds
space: 1 destroyer @ yin,devotion vs 2 fighter
space: 1 destroyer 1 cruiser @ yin,devotion vs 2 dreadnought
space: 2 cruiser vs 2 cruiser @ ceasefire,minister_peace
space: 4 cruiser @ sh vs 1 fighter @ intercept
space: 1 warsun @ shard_of_the_throne vs 1 warsun @ shard_of_the_throne
ground: 3 fighter 1 cruiser 2 dreadnought 3 infantry @ amd,ps vs 3 infantry 1 pds @ md,ps
ground: 1 warsun 1 infantry+ @ disable,dxa,ps,x89 vs 3 infantry+ 1 mech 2 pds @ bunker,dxa,emergency,md
ground: 1 dreadnought 1 infantry @ conventions,x89 vs 2 cruiser 1 mech @ bunker,fire_team,md:2
ground: 1 cruiser 1 infantry @ disable,mb,mb:2,x89 vs 1 infantry @ bunker,da,dxa,mb
ground: 1 flagship 2 infantry @ letnev,l4 vs 2 infantry 2 pds @ md
ground: 2 infantry @ letnev,l4 vs 2 infantry 2 pds @ amd,md,mjets,parley
ground: 2 infantry @ letnev,amd,l4,mjets,parley vs 2 infantry @ md:2
ground: 2 infantry @ amd,mjets vs 1 infantry 2 pds 1 pds+ @ ps
ground: 1 dreadnought 2 infantry @ l1z1x vs 3 infantry
ground: 2 infantry @ l1z1x vs 3 infantry
ground: 1 dreadnought+ 2 infantry @ l1z1x,ps vs 3 infantry @ bunker
ground: 1 dreadnought 2 infantry @ l1z1x vs 3 infantry 1 pds
ground: 1 dreadnought 2 infantry @ l1z1x vs 3 infantry @ l1z1x,conventions
ground: 2 infantry @ yin,indoctrination vs 3 infantry 2 infantry+
ground: 2 infantry+ 1 mech @ yin,indoctrination vs 1 mech
ground: 1 mech @ yin,indoctrination vs 1 infantry
ground: 1 mech vs 1 infantry @ yin,indoctrination
ground: 1 infantry @ yin,dxa,indoctrination vs 1 infantry @ yin,dxa,indoctrination
ground: 3 infantry @ tekklar vs 3 infantry @ sardakk,vpw
ground: 3 infantry @ tekklar vs 3 infantry
ground: 3 infantry @ sardakk,vpw vs 3 infantry @ fire_team,tekklar
ground: 3 infantry @ fire_team:2 vs 3 infantry @ crown_of_thalnos,fire_team
ground: 2 infantry 1 mech @ crown_of_thalnos,da,emergency vs 3 infantry+ @ crown_of_thalnos
ground: 1 mech @ crown_of_thalnos,da vs 3 infantry+ @ sol
ground: 3 fighter 1 flagship 1 infantry @ naalu vs 2 infantry
ground: 3 fighter 1 flagship @ naalu,f_prototype,prophecy vs 1 infantry
ground: 1 flagship 1 infantry @ naalu vs 1 infantry
ground: 3 infantry @ raghs_call vs 2 infantry 1 pds @ saar
ground: 3 infantry @ raghs_call vs 2 infantry 1 pds @ sol
ground: 1 dreadnought @ raghs_call vs 2 infantry 1 pds @ saar,parley
ground: 1 infantry @ raghs_call vs 1 pds @ saar
ground: 5 infantry @ antivirus,infiltrate,shard_of_the_throne vs 1 infantry 2 pds @ nekro,reparations
ground: 5 infantry @ infiltrate vs 2 pds @ dxa,md,reparations
ground: 1 infantry vs 2 pds
ground: 1 dreadnought vs 2 infantry+ @ arborec
ground: 1 dreadnought 2 dreadnought+ vs 3 infantry+ @ arborec
ground: 1 infantry @ greyfire vs 1 infantry 2 pds @ yin,dxa,indoctrination
ground: 1 infantry @ greyfire vs 1 infantry @ yin
ground: 1 infantry @ crown_of_thalnos,schematics vs 1 infantry @ ceasefire,minister_peace
ground: 1 mech 2 pds @ emergency,md vs 3 fighter 1 warsun 1 mech 3 pds @ da,emergency:1
ground: 1 warsun+ 2 infantry @ muaat,schematics vs 1 infantry
ground: 1 flagship 2 infantry @ xxcha vs 1 flagship 2 infantry @ xxcha
ground: 1 dreadnought 1 infantry vs 1 pds @ bunker
ground: 1 dreadnought 1 infantry vs 1 infantry 1 pds @ bunker
ground: 2 mech @ fire_team:1,infiltrate vs 2 mech @ fire_team,reparations
ground: 3 infantry @ infiltrate vs 2 infantry @ reparations
ground: 1 infantry vs 1 infantry @ conventions
ground: 1 dreadnought 1 infantry vs 1 pds
ground: 2 dreadnought 2 infantry @ disable vs 2 infantry 1 pds @ md,md:2
ground: 3 dreadnought+ 5 infantry @ l1z1x vs 4 infantry 2 pds @ bunker
ground: 5 dreadnought+ 5 mech @ l1z1x,disable vs 3 mech 2 pds
ground: 5 dreadnought+ 5 mech @ l1z1x vs 2 mech
ground: 1 flagship 1 infantry @ letnev vs 1 infantry
ground: 2 infantry @ da,emergency,fire_team vs 2 infantry
ground: 1 infantry vs 2 infantry 1 pds @ md_omega
ground: 2 infantry 1 mech @ greyfire_omega vs 2 infantry 1 pds @ greyfire_omega,md_omega
ground: 2 infantry @ greyfire_omega vs 1 infantry @ md_omega
ground: 2 mech @ greyfire_omega vs 2 mech @ greyfire_omega
ground: 1 infantry @ yin,indoctrination vs 1 infantry 1 pds @ greyfire_omega,md_omega
space: 2 cruiser @ war_funding_omega vs 1 fighter 1 cruiser @ war_funding_omega:2
space: 2 warsun @ war_funding_omega vs 1 flagship 2 fighter @ winnu,crown_of_thalnos,war_funding_omega
space: 1 flagship @ winnu vs 3 fighter @ war_funding_omega
""".splitlines()
)
"""Canonical battle lines."""
